import { isAgency } from '#kernel/model/access.ts'
import { Refusal } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { RowResult } from '../model/calls.ts'
import type { MonthDetail } from '../model/occupancies.ts'
import { mailReceived } from './mails.ts'
import {
  contextsSubmittingMany,
  copyVacanciesToProperties,
  occupancies,
  refreshOccupancyTasks,
} from './occupancies.ts'

type MonthKey = { projectOccupancyId: number; version?: number | null | undefined }

const getRefusalText = ({ message, faults }: Refusal): string =>
  faults.length > 0 ? [...new Set(faults.map((fault) => fault.message))].join(' ') : message

/**
 * Submits several months, each as if alone: an incomplete one is rolled back by itself and reported with
 * everything that is missing. The person who submits them gets one mail.
 */
export async function submitMany(context: AnyContext, rows: readonly MonthKey[]): Promise<RowResult[]> {
  contextsSubmittingMany.add(context)
  const outcomes: RowResult[] = []
  const received: MonthDetail[] = []
  const step = isAgency(context.actor) ? 'submitOnBehalf' : 'submit'
  for (const { projectOccupancyId, version = null } of rows) {
    await context.transaction.query('savepoint one_of_many')
    try {
      const {
        propertyId,
        periodDate,
        statusId,
        version: currentVersion,
        ...remaining
      } = await occupancies.take(context, projectOccupancyId, step, { version })
      received.push({ propertyId, periodDate, statusId, version: currentVersion, ...remaining })
      outcomes.push({
        propertyId,
        periodDate,
        projectOccupancyId,
        version: currentVersion,
        statusId,
        refused: null,
      })
      await context.transaction.query('release savepoint one_of_many')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await context.transaction.query('rollback to savepoint one_of_many')
      const noMonth = { propertyId: 0, periodDate: '', version: 0, statusId: RequestStatus.NOT_STARTED }
      outcomes.push({ ...noMonth, projectOccupancyId, refused: getRefusalText(error) })
    }
  }
  if (received.length === 0) return outcomes
  await copyVacanciesToProperties(
    context,
    received.map((item) => item.projectOccupancyId),
  )
  await mailReceived(context, received)
  await refreshOccupancyTasks(context)
  return outcomes
}
