import { define } from "@/lib/define.ts";

export default define.page(function App({ Component }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Pawkit</title>
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
});
