/** The folder in which a test run keeps its databases, in memory where there is room. */
export function fastFolder(): string
