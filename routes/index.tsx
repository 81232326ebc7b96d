import { define } from "@/lib/define.ts";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";

export default define.page(function LandingPage() {
  return (
    <main>
      <h1>Pawkit</h1>
      <ul>
        {ENDPOINTS.map(({ id, path, summary, example }) => (
          <li key={id} id={id}>
            <a href={example}>
              <code>{path}</code>
            </a>{" "}
            {summary}
          </li>
        ))}
      </ul>
    </main>
  );
});
