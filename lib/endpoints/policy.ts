/** What the operator asks of callers; `/api` and the page state it. */
export const POLICY = {
  v5: "Use of the v5 API requires that you inform the operator beforehand and give a clear and valid reason.",
  monitoring: "The operator monitors the network infrastructure.",
  ban:
    "Attempts to reach authenticated endpoints with the intent of causing technical damage lead to an immediate ban.",
} as const;
