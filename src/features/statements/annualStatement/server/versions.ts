import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { AFS } from '../model/entities.ts'
import { parts, type ScheduleRow } from '../model/schedules/index.ts'
import type { Detail, StatementRow } from '../model/statements.ts'

/** The content of a submitted version: header, lines, certifications, and schedules by part. */
export type VersionContent = {
  head: Record<string, unknown>
  lines: { code: string; amount: number | null; note: string | null }[]
  certifications: Detail['certifications']
  schedules: Record<string, readonly ScheduleRow[]>
}

/** Stores a copy of the submission, which later corrections do not change. */
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

type VersionRow = { number: number; submitted: string; content: VersionContent }

/** Returns a submitted version; not found (404) if the caller may not see it. */
export async function loadVersion({ db }: AnyContext, afsId: number, number: number) {
  const result = await sql<VersionRow>`select number, submitted, content from annual_statement_version
    where afs_id = ${afsId} and number = ${number}`.execute(db)
  const { content, ...version } = result.rows[0] ?? refuse.notFound('This version')
  const { head, lines, certifications } = content
  return { ...version, head, lines, certifications }
}
