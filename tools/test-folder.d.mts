/** Returns the folder in which a test run stores its databases: in memory if there is room. */
export function fastFolder(): string
