import { sql } from 'kysely'
import { getManifest } from '#engines/review/server/index.ts'
import { declareExceptionMails } from '#features/shared/invoicedItems/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { completions as declared } from '../model/completions.ts'
import { CompletionItem } from '../model/entities.ts'
import { completions, findDrawHold, served } from './completions.ts'
import { requestDependents } from './dependents.ts'

const review = getManifest(completions, { filesId: 24, searchOrder: 22 })

const path = (id: number): string => declared.routes.open.replace(/:\w+/, String(id))

/** The server module of completions of pre-approved work. */
export default {
  ...review,
  entities: [...review.entities, CompletionItem],
  served: [...review.served, ...served],
  eventMails: [...review.eventMails, ...declareExceptionMails(declared)],
  drawHold: findDrawHold,
  standsOn: requestDependents,
  invoices: {
    [declared.module]: {
      label: 'completion',
      entity: declared.entity.name,
      permission: 'Replacement_Reserve',
      path,
    },
  },
  payables: [
    {
      module: declared.module,
      entity: declared.entity,
      prefix: 'RC',
      name: declared.name,
      path,
      rows: () => sql`select c.replacement_reserve_completion_id as request_id, c.property_id, c.decided,
          case when l.pay_vendor_directly then i.vendor_id end as vendor_id, sum(l.approved_amount) as amount
        from replacement_reserve_completion c
        join replacement_reserve_completion_item l using (replacement_reserve_completion_id)
        join replacement_reserve_request_item i using (replacement_reserve_request_item_id)
        where c.status_id = ${sqlStatus.APPROVED} group by 1, 2, 3, 4`,
    },
  ],
} satisfies ServerModule
