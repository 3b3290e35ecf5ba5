import { z } from 'zod'

/**
 * The key a device gives to an entry. The server processes an entry once, however often it is sent under its
 * key.
 */
export const entryKey = z.uuid().meta({ label: 'Entry', kind: 'text' })

/** The key of the previous entry of this device about the same row, null if none is waiting. */
export const previousEntryKey = z.uuid().nullable().optional().meta({ label: 'Entry before', kind: 'text' })
