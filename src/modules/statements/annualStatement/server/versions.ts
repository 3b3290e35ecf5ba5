import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { AFS } from '../model/entities.ts'
import { parts, type ScheduleRow } from '../model/schedules/index.ts'
import type { Detail, StatementRow } from '../model/statements.ts'

/** The content of a version: the header, the lines, the certifications, and the schedules by their part. */
export type VersionContent = {
  head: Record<string, unknown>
  lines: { code: string; amount: number | null; note: string | null }[]
  certifications: Detail['certifications']
  schedules: Record<string, readonly ScheduleRow[]>
}

/** Stores the submission as it is, so that later corrections do not change it. */
export async function storeVersion({ db }: AnyContext, row: StatementRow, detail: Detail): Promise<void> {
  const head = Object.fromEntries(['months', ...AFS.content].map((name) => [name, detail[name as 'year']]))
  const lines = detail.lines.map(({ code, amount, note }) => ({ code, amount, note }))
  const schedules = Object.fromEntries(parts.map((part) => [part, detail[part]]))
  const content: VersionContent = { head, lines, certifications: detail.certifications, schedules }
  await sql`insert into annual_statement_version (afs_id, property_id, number, submitted, submitted_by_id,
    content)
    select ${row.afsId}, ${row.propertyId}, 1 + count(*), ${row.reSubmitted ?? row.submitted},
    ${row.submittedById}, ${JSON.stringify(content)}::jsonb
    from annual_statement_version where afs_id = ${row.afsId}`.execute(db)
}

type Stored = { number: number; submitted: string; content: VersionContent }

/** Returns a stored submission; not found (404) out of scope. */
export async function loadVersion({ db }: AnyContext, afsId: number, number: number) {
  const result = await sql<Stored>`select number, submitted, content from annual_statement_version
    where afs_id = ${afsId} and number = ${number}`.execute(db)
  const { content, ...version } = result.rows[0] ?? refuse.notFound('This version')
  const { head, lines, certifications } = content
  return { ...version, head, lines, certifications }
}
