import { sql } from 'kysely'
import { masked } from '#ground/portfolio/households/model/index.ts'
import { sealedHouseholds, unseal } from '#ground/portfolio/households/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import type { Values } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { personalFields, type ResidentRelations, sealedFields } from '../model/entities.ts'

export type Matter = Row<typeof ResidentRelations>

/** Whether the caller was given the right to read whom matters are about. */
export async function readsResidents({ db, actor }: AnyContext): Promise<boolean> {
  if (!isAgency(actor)) return false
  const found = await sql`select from resident_data_reader where user_id = ${actor.userId}`.execute(db)
  return found.rows.length > 0
}

/** Whether this caller reads whom a matter is about: by right, as the one who takes care of it, or as a company to which the resident agreed to be named. */
export const readsResident = (
  { actor }: Pick<AnyContext, 'actor'>,
  row: Pick<Matter, 'assignedToId' | 'nameShared'>,
  byRight: boolean,
): boolean => (isAgency(actor) ? byRight || row.assignedToId === actor.userId : row.nameShared)

/** A row as this caller sees it: masked where the right is missing; to a company the resident's own words only with the name. */
export function shown<R extends Matter>(context: Pick<AnyContext, 'actor'>, row: R, byRight: boolean): R {
  const named = readsResident(context, row, byRight)
  const personal = Object.fromEntries(personalFields.map((name) => [name, (named ? unseal : masked)(row[name])]))
  const description = isAgency(context.actor) || row.nameShared ? unseal(row.description) : masked(row.description)
  const withheld = isAgency(context.actor) ? {} : { satisfaction: null, assignedToId: null }
  return { ...row, ...personal, unit: unseal(row.unit), description, ...withheld }
}

/** Values as they are stored; a field that comes back masked was not changed. */
export const sealed = (values: Values): Values => sealedHouseholds([values], [...sealedFields])[0]!
