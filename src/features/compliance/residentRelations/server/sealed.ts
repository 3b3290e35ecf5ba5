import { sql } from 'kysely'
import { maskValue } from '#core/portfolio/households/model/index.ts'
import { sealHouseholds, unseal } from '#core/portfolio/households/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import type { Values } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { personalFields, type ResidentRelations, sealedFields } from '../model/entities.ts'

export type Matter = Row<typeof ResidentRelations>

/** Returns whether the caller has the right to read who the residents are. */
export async function hasResidentDataRight({ db, actor }: AnyContext): Promise<boolean> {
  if (!isAgency(actor)) return false
  const result = await sql`select from resident_data_reader where user_id = ${actor.userId}`.execute(db)
  return result.rows.length > 0
}

/**
 * Checks whether the caller may read who the resident of a matter is: by right, as the assigned person, or as
 * the company if the resident agreed to be named.
 */
export const canReadResident = (
  { actor }: Pick<AnyContext, 'actor'>,
  row: Pick<Matter, 'assignedToId' | 'nameShared'>,
  hasRight: boolean,
): boolean => (isAgency(actor) ? hasRight || row.assignedToId === actor.userId : row.nameShared)

/**
 * Returns a row as the caller may see it: personal fields are masked without the right. A company reads the
 * description only if the resident agreed to be named.
 */
export function maskForCaller<R extends Matter>(
  context: Pick<AnyContext, 'actor'>,
  row: R,
  hasRight: boolean,
): R {
  const isNamed = canReadResident(context, row, hasRight)
  const personalValues = Object.fromEntries(
    personalFields.map((name) => [name, (isNamed ? unseal : maskValue)(row[name])]),
  )
  const description =
    isAgency(context.actor) || row.nameShared ? unseal(row.description) : maskValue(row.description)
  const agencyOnlyFields = isAgency(context.actor)
    ? {}
    : { satisfaction: null, assignedToId: null, nonComplianceId: null }
  return { ...row, ...personalValues, unit: unseal(row.unit), description, ...agencyOnlyFields }
}

/**
 * Encrypts the values to be stored, and leaves out fields that came back masked because they were not
 * changed.
 */
export const encryptValues = (values: Values): Values => sealHouseholds([values], [...sealedFields])[0]!
