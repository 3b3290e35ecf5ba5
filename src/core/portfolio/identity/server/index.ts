import { sql } from 'kysely'
import { readProperty } from '#core/portfolio/properties/server/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'

type OwnedRowInput = { propertyId?: number; fromDate?: string | null; toDate?: string | null }

/** Refuses to move a row to another property, and a period that ends before it begins. */
const hooks: CrudHooks = {
  before: async (_, values, present) => {
    const payload = { ...present, ...values } as OwnedRowInput
    if (present && payload.propertyId !== present.propertyId)
      refuse.invalid([{ field: 'propertyId', message: 'Property: It stays with its property.' }])
    if (payload.fromDate && payload.toDate && payload.toDate < payload.fromDate)
      refuse.invalid([{ field: 'toDate', message: 'To: It is before the first day.' }])
    return values
  },
}

const loadBins = async ({ db }: AnyContext, propertyId: number): Promise<string[]> =>
  (
    await sql<{
      bin: string
    }>`select bin from property_building where property_id = ${propertyId} order by bin`.execute(db)
  ).rows.map(({ bin }) => bin)

/** Also refuses credits for a building that the property does not have. */
const allocationHooks: CrudHooks = {
  before: async (context, values, present) => {
    const { propertyId, bin } = { ...present, ...values } as { propertyId: number; bin?: string | null }
    if (bin && !(await loadBins(context, propertyId)).includes(bin))
      refuse.invalid([{ field: 'bin', message: `Building (BIN): ${bin} is no building of this property.` }])
    return hooks.before?.(context, values, present) ?? values
  },
}

/** The handlers of the module's calls. */
export const identityHandlers: Served[] = [
  ...[calls.formerNames, calls.partners, calls.programNumbers].flatMap((item: Controller) =>
    serveController(item, hooks),
  ),
  ...serveController(calls.allocations, allocationHooks),
  serve(calls.getIdentity, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    const { db } = context
    return {
      formerNames: await db
        .selectFrom('propertyFormerName')
        .selectAll()
        .where('propertyId', '=', propertyId)
        .orderBy('untilDay', (order) => order.desc().nullsLast())
        .orderBy('propertyFormerNameId')
        .execute(),
      partners: await db
        .selectFrom('propertyPartner')
        .selectAll()
        .where('propertyId', '=', propertyId)
        .orderBy('toDate', (order) => order.desc().nullsFirst())
        .orderBy('propertyPartnerId')
        .execute(),
      numbers: await db
        .selectFrom('propertyProgramNumber')
        .selectAll()
        .where('propertyId', '=', propertyId)
        .orderBy('kind')
        .orderBy('number')
        .execute(),
      buildings: await loadBins(context, propertyId),
      allocations: await db
        .selectFrom('creditAllocation')
        .selectAll()
        .where('propertyId', '=', propertyId)
        .orderBy('allocatedYear')
        .orderBy('bin', (order) => order.asc().nullsFirst())
        .orderBy('creditAllocationId')
        .execute(),
    }
  }),
]
