import type { z } from 'zod'
import { reconcile } from '#core/platform/lookups/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getFederalTypes, isTaxCreditOnly, setFederalTypes, setLihtcNumbers } from '../model/contentCalls.ts'
import { Property } from '../model/entities.ts'
import { isTaxCreditOnly as onlyTaxCredits } from '../model/rules.ts'
import { lockPropertyForChange, readProperty } from './property.ts'

type WantedFederalTypes = z.infer<typeof setFederalTypes.body & object>['federalTypes']

const loadFederalTypes = (context: AnyContext, propertyId: number) =>
  context.db
    .selectFrom('propertyFederalType')
    .innerJoin('federalType', 'federalType.federalTypeId', 'propertyFederalType.federalTypeId')
    .select(['federalType.federalTypeId', 'federalType.name', 'unitsCovered', 'endsOn'])
    .where('propertyId', '=', propertyId)
    .orderBy('federalType.name')
    .execute()

async function refuseUnknownTypes(context: AnyContext, federalTypes: WantedFederalTypes): Promise<void> {
  const validTypes = await context.db.selectFrom('federalType').select('federalTypeId').execute()
  const ids = new Set(validTypes.map((item) => item.federalTypeId))
  const faults = federalTypes.flatMap((item, index) =>
    ids.has(item.federalTypeId)
      ? []
      : [
          {
            field: `federalTypes.${index}.federalTypeId`,
            message: 'Federal type: choose one from the list.',
          },
        ],
  )
  if (faults.length > 0) refuse.invalid(faults)
}

/** Stores the wanted federal types of a property, changing only the rows that differ. */
async function storeFederalTypes(
  { db }: AnyContext,
  propertyId: number,
  targetTypes: WantedFederalTypes,
): Promise<void> {
  const storedTypes = await db
    .selectFrom('propertyFederalType')
    .selectAll()
    .where('propertyId', '=', propertyId)
    .execute()
  const changes = reconcile<{ federalTypeId: number }, WantedFederalTypes[number]>(
    storedTypes,
    targetTypes,
    (row) => row.federalTypeId,
  )
  const removedIds = changes.delete.map((row) => row.federalTypeId)
  if (removedIds.length > 0)
    await db
      .deleteFrom('propertyFederalType')
      .where('propertyId', '=', propertyId)
      .where('federalTypeId', 'in', removedIds)
      .execute()
  const rows = [...changes.create, ...changes.update].map(({ federalTypeId, unitsCovered, endsOn }) => ({
    propertyId,
    federalTypeId,
    unitsCovered: unitsCovered ?? null,
    endsOn: endsOn ?? null,
  }))
  if (rows.length > 0)
    await db
      .insertInto('propertyFederalType')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['propertyId', 'federalTypeId']).doUpdateSet((row) => ({
          unitsCovered: row.ref('excluded.unitsCovered'),
          endsOn: row.ref('excluded.endsOn'),
        })),
      )
      .execute()
}

/** Stores the wanted LIHTC numbers of a property in their order. Refuses a number that is repeated. */
async function storeLihtcNumbers(
  { db }: AnyContext,
  propertyId: number,
  lihtcNumbers: readonly string[],
): Promise<void> {
  const repeatedIndex = lihtcNumbers.findIndex((number, index) => lihtcNumbers.indexOf(number) < index)
  if (repeatedIndex >= 0)
    refuse.invalid([
      {
        field: `lihtcNumbers.${repeatedIndex}`,
        message: `LIHTC number: ${lihtcNumbers[repeatedIndex]} is here twice.`,
      },
    ])
  let obsoleteNumbers = db.deleteFrom('propertyLihtcNumber').where('propertyId', '=', propertyId)
  if (lihtcNumbers.length > 0) obsoleteNumbers = obsoleteNumbers.where('lihtcNumber', 'not in', lihtcNumbers)
  await obsoleteNumbers.execute()
  if (lihtcNumbers.length > 0)
    await db
      .insertInto('propertyLihtcNumber')
      .values(lihtcNumbers.map((lihtcNumber, index) => ({ propertyId, lihtcNumber, position: index + 1 })))
      .onConflict((conflict) =>
        conflict
          .columns(['propertyId', 'lihtcNumber'])
          .doUpdateSet((row) => ({ position: row.ref('excluded.position') })),
      )
      .execute()
}

/** The handlers of the calls for a property's federal types and LIHTC numbers. */
export const programHandlers = [
  serve(getFederalTypes, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    return loadFederalTypes(context, propertyId)
  }),
  serve(isTaxCreditOnly, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    return onlyTaxCredits(
      (await loadFederalTypes(context, propertyId)).map((federalType) => federalType.name),
    )
  }),
  serve(setFederalTypes, async (context) => {
    const { federalTypes, version } = context.body
    const { propertyId } = await lockPropertyForChange(context, context.params.propertyId, version)
    await refuseUnknownTypes(context, federalTypes)
    await storeFederalTypes(context, propertyId, federalTypes)
    await updateRow(context, Property, propertyId, {})
    return loadFederalTypes(context, propertyId)
  }),
  serve(setLihtcNumbers, async (context) => {
    const lihtcNumbers = context.body.lihtcNumbers.map((number) => number.trim())
    const { propertyId } = await lockPropertyForChange(
      context,
      context.params.propertyId,
      context.body.version,
    )
    await storeLihtcNumbers(context, propertyId, lihtcNumbers)
    await updateRow(context, Property, propertyId, {})
    return lihtcNumbers
  }),
]
