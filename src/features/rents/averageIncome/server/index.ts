import { sql } from 'kysely'
import type { z } from 'zod'
import { mergeLine, storeRows } from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { refuseStaleVersion } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  designations,
  getByProjectId,
  getHistory,
  getYear,
  MAX_UNITS,
  saveDesignations,
} from '../model/calls.ts'
import {
  AverageIncomeResult,
  AverageIncomeTest,
  type Designation,
  writableFields,
} from '../model/entities.ts'
import type { SentUnit } from '../model/rules.ts'
import { checkAndStoreResult, type ElectionFacts, loadElection, lockElection } from './election.ts'
import { loadAverageIncomeHistory, loadAverageIncomeYear } from './history.ts'

export { designationsSql, lastAverageSql } from './designations.ts'

type UnitValues = Partial<Designation>
const MAX_RESULTS = 100
const Unit = { ...AverageIncomeTest, label: 'Unit', content: writableFields }

/** Merges a sent unit into the stored one. */
const mergeUnit = ({ propertyId, units }: ElectionFacts, payload: UnitValues, index: number) =>
  ({ ...mergeLine(Unit, units, payload, index + 1), propertyId }) as SentUnit

/** Loads the designations of a property with the test's results so far. */
async function loadAnswer(
  context: AnyContext,
  propertyId: number,
): Promise<z.input<typeof getByProjectId.answer>> {
  const { name: _, managementCompanyId: __, ...election } = await loadElection(context, propertyId)
  const results = await context.db
    .selectFrom('averageIncomeResult as r')
    .leftJoin('appUser as u', 'u.userId', 'r.createdBy')
    .selectAll('r')
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('createdByName'))
    .where('r.propertyId', '=', propertyId)
    .orderBy('r.averageIncomeResultId', 'desc')
    .limit(MAX_RESULTS)
    .execute()
  return { ...election, results }
}

async function saveUnits(
  context: AnyContext,
  { propertyId, version, units, goneIds = [] }: z.infer<typeof saveDesignations.body & object>,
) {
  const election = await lockElection(context, propertyId)
  await refuseStaleVersion(context, AverageIncomeResult, election.version, version, election.version)
  const sentUnits = units.map((unit, index) => mergeUnit(election, unit, index))
  const ids = sentUnits.map((unit) => unit.averageIncomeTestId)
  const repeatedIndex = ids.findIndex((id, index) => id > 0 && ids.indexOf(id) < index)
  if (repeatedIndex >= 0)
    refuse.invalid([{ field: `units.${repeatedIndex}.unit`, message: 'Unit: this unit is sent twice.' }])
  const replacedIds = new Set([...goneIds, ...sentUnits.map((unit) => unit.averageIncomeTestId)])
  // The sent units come first, so that a fault names the line of its unit.
  const all = [...sentUnits, ...election.units.filter((unit) => !replacedIds.has(unit.averageIncomeTestId))]
  if (all.length > MAX_UNITS)
    refuse.invalid([{ field: 'units', message: `At most ${MAX_UNITS} units can be saved.` }])
  const checkedUnits = await checkAndStoreResult(context, election, all)
  if (goneIds.length > 0)
    await context.db
      .deleteFrom('averageIncomeTest')
      .where('propertyId', '=', propertyId)
      .where('averageIncomeTestId', 'in', goneIds)
      .execute()
  const names = [...writableFields, 'overIncomeSince', 'clientKey']
  await storeRows(context, AverageIncomeTest, names, { propertyId }, checkedUnits.slice(0, sentUnits.length))
  return loadAnswer(context, propertyId)
}

/** Checks one unit of the generic calls. They apply the same rules and history as a save of all units. */
async function checkOneUnit(
  context: AnyContext,
  values: UnitValues,
  present: Designation | null,
): Promise<UnitValues> {
  const propertyId = present?.propertyId ?? values.propertyId ?? 0
  if (present && values.propertyId !== undefined && values.propertyId !== propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: this unit belongs to another property.' }])
  const election = await lockElection(context, propertyId)
  const unit = mergeUnit(election, { ...values, averageIncomeTestId: present?.averageIncomeTestId ?? 0 }, 0)
  const matchingUnits = election.units.filter((item) => item.averageIncomeTestId !== unit.averageIncomeTestId)
  const [checkedUnits] = await checkAndStoreResult(context, election, [unit, ...matchingUnits])
  const { averageIncomeTestId: _, ...unitValues } = checkedUnits!
  return unitValues
}

/** The handlers of all calls of the average income test. */
export const served: Served[] = [
  ...serveController(designations, {
    before: (context, values, present) =>
      checkOneUnit(context, values as UnitValues, present as Designation | null),
    beforeRemove: async (context, present) => {
      const { propertyId, averageIncomeTestId } = present as Designation
      const election = await lockElection(context, propertyId)
      await checkAndStoreResult(
        context,
        election,
        election.units.filter((unit) => unit.averageIncomeTestId !== averageIncomeTestId),
      )
    },
  }),
  serve(getByProjectId, (context) => loadAnswer(context, context.params.projectId)),
  serve(saveDesignations, (context) => saveUnits(context, context.body)),
  serve(getHistory, (context) => loadAverageIncomeHistory(context, context.params.projectId)),
  serve(getYear, (context) => loadAverageIncomeYear(context, context.params.projectId, context.params.year)),
]
