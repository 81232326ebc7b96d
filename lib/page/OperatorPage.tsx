import type { JSX } from "preact";
import { STEP_SECONDS } from "@/lib/operator/history.ts";
import { Site } from "@/lib/page/Site.tsx";

/**
 * The page that asks for the operator's token and shows what the service does. `static/operator.js` fills it with the
 * data of the endpoints below `root`, such as `/api/v5/app/operator`.
 */
export function OperatorPage({ root }: { readonly root: string }): JSX.Element {
  return (
    <Site class="operator">
      <h1>Operator</h1>
      <noscript>
        <p>This page needs JavaScript. Programs use {root}/status and /metrics.</p>
      </noscript>
      <form data-enter data-root={root} data-refresh-seconds={STEP_SECONDS} hidden>
        <label for="token">Token</label>
        <input id="token" type="password" required autocomplete="off" />
        <button type="submit">Enter</button>
        <p>The value of OPERATOR_TOKEN. This tab forgets it when it is closed.</p>
      </form>
      <p role="status" class="message" data-message></p>
      <div data-dashboard hidden>
        <dl class="figures" data-figures></dl>
        <div class="charts" data-charts></div>
        <Table
          name="endpoints"
          title="Busiest endpoints"
          columns={["Endpoint", "Requests", "4xx", "5xx", "p50", "p99"]}
        />
        <Table name="codes" title="Error responses since the start" columns={["Code", "Responses"]} />
        <label class="find">
          Find a request id in the last errors
          <input type="search" data-find autocomplete="off" spellcheck={false} />
        </label>
        <Table name="errors" title="Last errors" columns={["Time", "Path", "Code", "Request id", "Message"]} />
        <Table name="bans" title="Bans" columns={["Client", "Ends in"]} />
        <p>
          <button type="button" data-leave>Forget the token</button>
        </p>
      </div>
    </Site>
  );
}

interface TableProps {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
}

function Table({ name, title, columns }: TableProps): JSX.Element {
  return (
    <section>
      <h2 id={name}>{title}</h2>
      <div class="scrolled" role="region" aria-labelledby={name} tabindex={0}>
        <table>
          <thead>
            <tr>{columns.map((column) => <th key={column} scope="col">{column}</th>)}</tr>
          </thead>
          <tbody data-rows={name}></tbody>
        </table>
      </div>
    </section>
  );
}
