/** What the service is for, in one sentence. It is also drawn in static/og.png. */
export const PITCH = "Type a name, meet your animal.";

/** What the service does, for those who have read the pitch. */
export const ABOUT = "Pawkit draws an animal for every name and filters any picture. " +
  "One URL works in a web page, a chat, a program and a terminal. No key is needed.";
