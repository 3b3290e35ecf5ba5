import { Link } from 'react-router'
import { buildAskLink } from '#core/correspondence/messages/model/index.ts'
import type { TaskLine } from '#core/portfolio/tasks/model/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { extensions } from '../model/extensions.ts'
import { AskExtension } from './AskExtension.tsx'

/** In the row of a task: the button that asks for an extension, or a link to the existing request. */
export default function ExtensionTab({ task }: { task: TaskLine }) {
  return task.mayExtend ? <ExtensionCell task={task} /> : null
}

function ExtensionCell({ task }: { task: TaskLine }) {
  const requests = useCall(extensions.calls.ofProperty, { params: { propertyId: task.propertyId } })
  const request = requests.find(
    (item) => item.taskInstanceId === task.taskInstanceId && item.statusId !== RequestStatus.REJECTED,
  )
  const agency = useIsAgency()
  if (request) return <Link to={openPath(extensions, request)}>{request.requestNumber}</Link>
  if (task.extended) return null
  // After the due date only the agency can file an extension, so the company asks for it with a message.
  return task.daysLate !== null && !agency ? <AskAgency task={task} /> : <AskExtension task={task} />
}

function AskAgency({ task: { taskName, periodLabel, propertyId, url } }: { task: TaskLine }) {
  const taskLabel = `${taskName}, ${periodLabel}`
  const text = `The due date of ${taskLabel} has passed. Please file an extension for us.`
  const { label, to } = buildAskLink('Ask to file late', { propertyId, about: taskLabel, url, words: text })
  return (
    <Link to={to} aria-label={`${label}: ${taskLabel}`}>
      {label}
    </Link>
  )
}
