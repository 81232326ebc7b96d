import { asset } from "fresh/runtime";
import { define } from "@/lib/define.ts";
import { ABOUT, PITCH } from "@/lib/endpoints/pitch.ts";

export default define.page(function App({ Component }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Pawkit: type a name, meet your animal</title>
        <meta name="description" content={`${PITCH} ${ABOUT}`} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf6ef" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#16110d" />
        <meta property="og:site_name" content="Pawkit" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={PITCH} />
        <meta property="og:description" content={ABOUT} />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={asset("/style.css")} />
        <noscript>
          <link rel="stylesheet" href={asset("/no_script.css")} />
        </noscript>
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
});
