import { extensions } from '#features/compliance/extensions/model/extensions.ts'
import { addDays } from '#kernel/model/dates.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type FiledStep, loadFiledRecords } from '../filedRecords.ts'

/**
 * The statuses of the requests (numbers of `RequestStatus`). The first ones are those of the company
 * accounts.
 */
const requestStatuses = [2, 5, 2, 1, 6, 3, 5, 2]
/** The days by which the due date moves. */
const GRANTED_DAYS = 21

type Task = { id: number; propertyId: number; originalDueDate: string; userId: number | null }

/**
 * Loads the tasks of statements that are not filed yet and due in more than 30 days, those of the company
 * accounts first.
 */
async function loadOpenTasks({ client, day }: DemoContext): Promise<Task[]> {
  const result = await client.query<Task>(
    `select i.task_instance_id as id, i.property_id as "propertyId", i.original_due_date::text as "originalDueDate",
      case when p.management_company_id = u.management_company_id then u.user_id end as "userId"
    from task_instance i join property p using (property_id) cross join app_user u
    where u.user_name = 'company.admin' and i.task_type_id = 1 and i.status_id = -1 and i.due_date > $1::date + 30
      and i.window_open <= $1::date
    order by (p.management_company_id = u.management_company_id) desc, i.property_id limit ${requestStatuses.length}`,
    [day],
  )
  return result.rows
}

/** Returns the steps of a request to its status. A request that is not submitted was returned. */
function getSteps(statusId: number, company: number | null, { day, users }: DemoContext): FiledStep[] {
  const agency = users.get('agency.write') ?? null
  const createStep = (
    action: string,
    from: number | null,
    to: number,
    daysAgo: number,
    reason: string | null = null,
  ) => {
    const userId = to === 2 || from === null ? company : agency
    return { action, from, to, by: userId, reason, at: `${addDays(day, -daysAgo)}T15:00:00Z` }
  }
  const finalSteps: Readonly<Record<number, FiledStep[]>> = {
    1: [createStep('return', 2, 1, 4, 'Demonstration: please attach the auditor’s letter.')],
    3: [createStep('startReview', 2, 3, 3)],
    5: [createStep('approve', 2, 5, 2)],
    6: [createStep('deny', 2, 6, 2, 'Demonstration: the same ground was given last year.')],
  }
  return [createStep('create', null, 1, 6), createStep('submit', 1, 2, 6), ...(finalSteps[statusId] ?? [])]
}

/** Loads extension requests in every status. Approved ones move the due date of the task. */
async function load(context: DemoContext): Promise<void> {
  const { client } = context
  const records = (await loadOpenTasks(context)).map(
    ({ id, propertyId, originalDueDate, userId }, index) => ({
      id: index + 1,
      propertyId,
      steps: getSteps(requestStatuses[index] ?? 2, userId, context),
      values: {
        task_instance_id: id,
        requested_due_date: addDays(originalDueDate, GRANTED_DAYS),
        reason: 'Demonstration: the auditor needs three more weeks.',
      },
    }),
  )
  await loadFiledRecords(client, extensions, records)
  await client.query(`update task_instance i set extension_request_id = e.extension_request_id, due_date = e.requested_due_date
    from extension_request e where e.task_instance_id = i.task_instance_id and e.status_id = 5`)
}

/** Loads requests for extensions of due dates. */
export default {
  after: ['tasks'],
  load,
  idColumns: { extension_request: 'extension_request_id' },
} satisfies DemoPart
