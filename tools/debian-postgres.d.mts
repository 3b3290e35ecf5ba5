/**
 * Returns the folder of Debian's PostgreSQL 15 or newer, installing it if possible. Null if there is none.
 */
export function findDebianPostgres(options?: { folder?: string }): string | null
