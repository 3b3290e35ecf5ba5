export function findBrowser(options?: { installed?: string[] }): Promise<string>
