import { sql } from 'kysely'
import type { z } from 'zod'
import { AFS, statements } from '#features/statements/annualStatement/model/index.ts'
import { readRow } from '#kernel/server/rows.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import * as calls from '../model/calls.ts'
import { requests } from './requests.ts'

type PropertyLine = z.infer<typeof calls.getMultiNavList.answer>[number]

const steps = [
  [calls.startReview, 'startReview'],
  [calls.deny, 'deny'],
  [calls.reopen, 'reopen'],
] as const

/** The handlers of all calls of distribution requests. */
export const served: Served[] = [
  serve(calls.createByAfsId, async (context) => {
    const { afsId } = context.params
    const { propertyId } = await readRow(context, AFS, afsId)
    const [draft] = await requests.lines(
      context,
      sql`r.afs_id = ${afsId} and r.status_id = ${sqlStatus.NOT_SUBMITTED}`,
      sql`limit 1`,
    )
    const distributionRequestId = (draft as { distributionRequestId: number } | undefined)
      ?.distributionRequestId
    const id = distributionRequestId ?? (await requests.save(context, { request: { propertyId, afsId } }))
    return requests.detail(context, id)
  }),

  ...steps.map(([call, step]) =>
    serve(call, ({ params, body, ...context }) => requests.take(context, params.requestId, step, body)),
  ),
  serve(calls.approve, ({ params, body, ...context }) => requests.takeTo(context, params.requestId, 5, body)),
  serve(calls.adminChangeStatus, ({ params, query, ...context }) =>
    requests.take(context, params.requestId, 'adminChange', { to: params.status, reason: query.reason }),
  ),

  serve(calls.getReviewListByYear, (context) =>
    requests.lines(context, sql`r.year = ${context.params.year}`),
  ),

  serve(calls.getMultiNavList, async ({ db }) => {
    const result = await sql<
      Omit<PropertyLine, 'statementLabel'> & { statusId: number | null; submitted: string | null }
    >`
      select p.property_id, p.name, p.agency_number, p.city, c.name as management_company_name,
      p.total_units as units,
        a.afs_id, a.year, a.status_id, a.submitted, coalesce(r.open_requests, 0)::integer as open_requests,
        coalesce(r.requested, 0) as requested, coalesce(r.approved, 0) as approved, r.last_approved
      from property p left join management_company c using (management_company_id)
      left join lateral (select afs_id, year, status_id, submitted from annual_statement s
        where s.property_id = p.property_id and ${statusIs.filed('s')} order by s.year desc limit 1) a on true
      left join lateral (select count(*) filter (where ${statusIs.open('d')}) as open_requests,
          sum(d.amount_requested) filter (where d.afs_id = a.afs_id
          and d.status_id between ${sqlStatus.SUBMITTED} and ${sqlStatus.APPROVED}) as requested,
          sum(d.approved_amount) filter (where d.afs_id = a.afs_id
          and d.status_id = ${sqlStatus.APPROVED}) as approved,
          max(d.decided) filter (where d.status_id = ${sqlStatus.APPROVED}) as last_approved
        from distribution_request d where d.property_id = p.property_id) r on true
      where a.afs_id is not null or r.open_requests > 0 order by lower(p.name), p.property_id`.execute(db)
    return result.rows.map(({ statusId, submitted, ...line }) => ({
      ...line,
      statementLabel: statusId === null ? 'None submitted' : statements.labelOf(statusId, submitted),
    }))
  }),
]
