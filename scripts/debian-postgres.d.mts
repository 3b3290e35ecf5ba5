/** The binaries of Debian's PostgreSQL 15 or newer, installed when that is possible; null when there are none. */
export function findDebianPostgres(options?: { folder?: string }): string | null
