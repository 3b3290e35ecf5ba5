import { sql } from 'kysely'
import { getYearNumber } from '#kernel/model/dates.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { loadCandidates, loadProgram2013Numbers, loadZipPlaces } from './candidates.ts'
import { loadProgram2013Comparison } from './comparing.ts'
import { importRecords } from './importing.ts'
import { lineHandlers } from './lines.ts'
import { getNextType, isInYearSql, records } from './records.ts'

/** The handlers of the calls about 2013 records. */
export const served: Served[] = [
  ...lineHandlers,
  serve(calls.createRecord, async (context) => {
    const { id: propertyId } = context.params
    const { year = getYearNumber(context.settings.today()), recordType } = context.body
    const request = {
      propertyId,
      year,
      recordType: recordType ?? (await getNextType(context, propertyId, year)),
    }
    const id = await records.save(context, { request })
    return records.detail(context, id)
  }),
  serve(calls.getList, (context) => records.lines(context, isInYearSql(context.params.year), sql``)),
  serve(calls.getCandidates, (context) =>
    loadCandidates(context, context.params.year, context.query.recordType),
  ),
  serve(calls.getZipCityCountyPairs, (context) => loadZipPlaces(context)),
  serve(calls.getNumbers, (context) => loadProgram2013Numbers(context, context.params.year)),
  serve(calls.importRecords, async (context) => {
    const { params, query, body, ...remaining } = context
    return importRecords(remaining as never, { year: params.year, fileName: query.fileName, rows: body })
  }),
  serve(calls.getCategories, async (context) => {
    const { lines, propertyId, filedCompanyId } = await records.detail(context, context.params.statementId)
    return lines.map((line) => ({
      ...line,
      program2013Id: context.params.statementId,
      propertyId,
      filedCompanyId,
      position: Number(line.code.slice(1)),
    }))
  }),
  serve(
    calls.getEmployeeTypes,
    async (context) => (await records.detail(context, context.params.id)).employees,
  ),
  serve(calls.getDebts, async (context) => (await records.detail(context, context.params.id)).debts),
  serve(calls.getComparison, (context) =>
    loadProgram2013Comparison(context, context.params.id, context.query.year),
  ),
]
