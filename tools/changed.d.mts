export function changedFiles(root: string): string[]
export function modulesOf(files: readonly string[]): string[]
export function relatedTests(root: string, changed: readonly string[]): string[]
