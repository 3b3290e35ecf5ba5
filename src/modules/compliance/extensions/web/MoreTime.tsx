import { Link } from 'react-router'
import type { TaskLine } from '#ground/portfolio/tasks/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { openPath } from '#review/model/index.ts'
import { extensions } from '../model/extensions.ts'
import { AskExtension } from './AskExtension.tsx'

/** In the row of a task: asks for more time, once, or leads to the request there is. */
export default function MoreTime({ task }: { task: TaskLine }) {
  return task.mayExtend ? <Ask task={task} /> : null
}

function Ask({ task }: { task: TaskLine }) {
  const requests = useCall(extensions.calls.ofProperty, { params: { propertyId: task.propertyId } })
  const asked = requests.find(
    (one) => one.taskInstanceId === task.taskInstanceId && one.statusId !== RequestStatus.REJECTED,
  )
  return asked ? <Link to={openPath(extensions, asked)}>{asked.requestNumber}</Link> : <AskExtension task={task} />
}
