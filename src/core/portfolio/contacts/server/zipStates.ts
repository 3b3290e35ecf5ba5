import { sql } from 'kysely'
import type { ZipStates } from '../model/rules.ts'
import type { Store } from './links.ts'

/** Loads the state of each of these ZIP codes by its first five digits. Unknown ZIP codes are missing. */
export async function loadZipStates(
  { db }: Store,
  zips: readonly (string | null | undefined)[],
): Promise<ZipStates> {
  const zipCodes = zips.flatMap((zip) => (zip ? [zip.trim().slice(0, 5)] : []))
  if (zipCodes.length === 0) return new Map()
  const result = await sql<{ zip: string; state: string }>`
    select distinct z.zip, c.state from zip_code z join county c using (county_id)
    where z.zip = any (${zipCodes}::text[])`.execute(db)
  return new Map(result.rows.map((row) => [row.zip, row.state]))
}
