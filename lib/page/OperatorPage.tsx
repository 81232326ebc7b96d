import type { JSX, RenderableProps } from "preact";
import { MAX_LAST_CALLER_ERRORS, MAX_LAST_ERRORS } from "@/lib/metrics/error_counts.ts";
import { STEP_SECONDS } from "@/lib/operator/history.ts";
import { type FooterLinks, Site } from "@/lib/page/layout/Site.tsx";

const ERROR_COLUMNS = ["Time", "Path", "Code", "Request id", "Message"];

/**
 * The page that asks for the operator's token and shows what the service does. `static/operator.js` fills it with the
 * data of the endpoints below `root`, such as `/api/v5/app/operator`.
 */
export function OperatorPage({ root, links }: { readonly root: string; links: FooterLinks }): JSX.Element {
  return (
    <Site class="operator" links={links}>
      <h1>Operator</h1>
      <noscript>
        <p>This page needs JavaScript. Programs use {root}/status and /metrics.</p>
      </noscript>
      <form data-enter data-root={root} data-refresh-seconds={STEP_SECONDS} hidden>
        <label for="token">Token</label>
        <input id="token" type="password" required autocomplete="off" />
        <button type="submit" class="button">Enter</button>
        <p>The value of OPERATOR_TOKEN. This tab forgets it when it is closed.</p>
      </form>
      <p role="status" class="message" data-message></p>
      <div data-dashboard hidden>
        <dl class="figures" data-figures></dl>
        <div class="charts" data-charts role="region" aria-label="Charts" tabindex={0}></div>
        <Table
          name="errors"
          title="Last errors"
          columns={ERROR_COLUMNS}
          isOpen
        >
          <p>
            The last {MAX_LAST_ERRORS} of the service (5xx). A request id also finds one of the sources, and of the last
            {" "}
            {MAX_LAST_CALLER_ERRORS} errors of callers (4xx); the log has all, except those of refused clients.
          </p>
          <label>
            Find a request id <input type="search" data-find autocomplete="off" spellcheck={false} />
          </label>
        </Table>
        <Table
          name="sources"
          title="Last errors of sources"
          columns={ERROR_COLUMNS}
          isOpen
        >
          <p>The last {MAX_LAST_ERRORS} errors of servers from which callers had a picture fetched.</p>
        </Table>
        <Table
          name="endpoints"
          title="Busiest endpoints"
          columns={["Endpoint", "Requests", "4xx", "5xx", "p50", "p99"]}
          isOpen
        />
        <Table name="codes" title="Errors since the start" columns={["Code", "Responses"]} />
        <Table name="releases" title="Releases on GitHub that are not used" columns={["Tag", "Reason"]} />
        <Table name="bans" title="Bans" columns={["Client", "Ends in", "Lift"]} />
        <button type="button" class="button" data-leave>Forget the token</button>
      </div>
    </Site>
  );
}

interface TableProps {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly isOpen?: boolean;
}

function Table({ name, title, columns, isOpen, children }: RenderableProps<TableProps>): JSX.Element {
  return (
    <details open={isOpen}>
      <summary>
        <h2 id={name}>{title}</h2>
      </summary>
      {children}
      <div class="scrolled" role="region" aria-labelledby={name} tabindex={0}>
        <table>
          <thead>
            <tr>{columns.map((column) => <th key={column} scope="col">{column}</th>)}</tr>
          </thead>
          <tbody data-rows={name}></tbody>
        </table>
      </div>
    </details>
  );
}
