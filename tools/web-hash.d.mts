export const WEB_FOLDER: string
export function webHash(root: string): string
export function isWebStale(root: string): boolean
export const COMPRESSED: string
