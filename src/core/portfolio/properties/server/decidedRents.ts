import { type RawBuilder, sql } from 'kysely'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { PropertyRent } from '../model/entities.ts'

type Rent = Row<typeof PropertyRent>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** SQL of rows `property_rent_id integer, record text`: rents of a property that approved records set. */
    decidedRents?: (propertyId: number) => RawBuilder<unknown>
  }
}

const sources = slot('decidedRents')

/** The fields of a rent that a decision sets. */
const decidedFields = [
  'rent',
  'utilityAllowance',
  'rentTypeId',
  'projectRoomTypeId',
  'existingTenants',
  'incomeLimitPercent',
  'effectiveDate',
] as const satisfies readonly (keyof Rent)[]

/** Refuses to undo a rent that an approved record set. Without `values` the rent is to be removed. */
export async function refuseDecidedRent(
  context: AnyContext,
  present: Rent,
  values?: Partial<Rent>,
): Promise<void> {
  const isUndone =
    !values || decidedFields.some((name) => values[name] !== undefined && values[name] !== present[name])
  if (!isUndone) return
  for (const decidedRents of sources()) {
    const result = await sql<{ record: string }>`select record
      from (${decidedRents(present.propertyId)}) decided
      where property_rent_id = ${present.propertyRentId}`.execute(context.db)
    const record = result.rows[0]?.record
    if (record)
      refuse.rule(
        `${record} set this rent, so it stays. Enter another rent from the day on which it changes.`,
      )
  }
}
