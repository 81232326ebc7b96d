import dashboard from "@/docs/monitoring/dashboard.json" with { type: "json" };

/** Returns every query of the dashboard, with values for Grafana's variables. */
export function listQueries(): string[] {
  const queries = dashboard.panels.flatMap(({ targets }) => targets?.map(({ expr }) => expr) ?? []);
  return queries.map((query) => query.replaceAll("$__rate_interval", "5m"));
}
