import { sql } from 'kysely'
import { formatMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { accountSeen } from '#modules/replacementReserve/server/index.ts'
import { serveReview } from '#review/server/index.ts'
import * as model from '../model/suspensions.ts'

/** The requests of a property that are not decided yet. */
const openOf = (context: AnyContext, propertyId: number) =>
  suspensions.lines(context, sql`r.property_id = ${propertyId} and r.status_id < 5`, sql`limit 1`)

/** Suspensions as the server runs them. */
export const suspensions = serveReview(model.suspensions, {
  detail: async (context, { propertyId }) => {
    const account = await accountSeen(context, propertyId)
    const multiple = await context.settings.get(model.suspensionMultiple)
    return { account, needed: multiple * (account?.minimumPerUnit ?? 0) }
  },
  line: { select: sql`r.cause, r.start_month, r.end_month` },
  begin: async (context, { propertyId }) => {
    const [open] = await openOf(context, propertyId ?? 0)
    if (open) refuse.rule(`Suspension request ${open.requestNumber} of this property is still open.`)
    return {}
  },
  letters: {
    approve: (_, detail) => ({
      body: [
        `The monthly deposits of {{deposit}} to the replacement reserve of {{propertyName}} are suspended from ${model.monthsOf(detail)}.`,
      ],
      values: { deposit: formatMoney(detail.account?.monthlyDeposit) },
    }),
    deny: (_, _detail, reason) => ({
      body: ['The agency cannot suspend the deposits of {{propertyName}}.', reason ?? ''],
    }),
  },
})

export const served = [
  ...suspensions.served,
  serve(model.requestExists, async (context) => (await openOf(context, context.params.propertyId)).length > 0),
  serve(model.getActive, async (context) => {
    const active = sql`r.property_id = ${context.params.propertyId} and r.status_id = 5
      and r.end_month >= date_trunc('month', ${context.settings.today()}::date)`
    return (await suspensions.lines(context, active, sql`limit 1`))[0] ?? null
  }),
]

/** SQL, of account `a` and a month `$1`: nothing falls due to the replacement reserve while a suspension is active. */
export const depositHold = `exists (select 1 from replacement_reserve_suspension s where s.property_id = a.property_id
  and a.kind = 'Replacement reserve' and s.status_id = 5 and $1::date between s.start_month and s.end_month)`
