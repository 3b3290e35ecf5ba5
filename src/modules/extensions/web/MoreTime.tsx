import type { TaskLine } from '#ground/tasks/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { extensionsByProject } from '../model/calls.ts'
import { AskExtension } from './AskExtension.tsx'

/** In the row of a task: asks for more time, once. */
export default function MoreTime({ task }: { task: TaskLine }) {
  return task.mayExtend ? <Ask task={task} /> : null
}

function Ask({ task }: { task: TaskLine }) {
  const requests = useCall(extensionsByProject, { params: { propertyId: task.propertyId } })
  const asked = requests.some((one) => one.taskInstanceId === task.taskInstanceId && one.statusId !== 6)
  return asked ? null : <AskExtension task={task} />
}
