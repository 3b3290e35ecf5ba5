import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import {
  confirmPendingChange,
  dropPendingChange,
  getPendingChanges,
  type PendingLine,
} from '../model/calls.ts'

type Props = {
  kinds: readonly string[]
  subjectIds: readonly number[]
  /**
   * The query keys to refetch when a change is confirmed. The array must remain the same object at every
   * render.
   */
  refetchKeys: readonly string[]
}

/** Lists the changes of these records that wait for a second person. Only the agency sees them. */
export function PendingChanges({ kinds, subjectIds, refetchKeys: shown }: Props) {
  const mayRead = useMay(getPendingChanges)
  const { data = [] } = useQuery({ ...buildCallQuery(getPendingChanges, {}), enabled: mayRead })
  const lines = data.filter((line) => kinds.includes(line.kind) && subjectIds.includes(line.subjectId))
  return lines.map((line) => <PendingChangeAlert key={line.pendingChangeId} line={line} shown={shown} />)
}

function PendingChangeAlert({ line, shown }: { line: PendingLine; shown: readonly string[] }) {
  const write = useWrite(shown, { quiet: false })
  const params = { id: line.pendingChangeId }
  const confirm = () =>
    void write(confirmPendingChange, { params }, `${line.about} is changed.`).catch(() => undefined)
  const drop = () =>
    void write(dropPendingChange, { params }, 'The change is dropped.').catch(() => undefined)
  return (
    <Alert color="yellow" title={`${line.about}: a change waits for a second person`} mb="sm">
      <p>
        {line.was ? `${line.was} becomes ${line.becomes}` : `New: ${line.becomes}`}. {line.proposedByName}:{' '}
        {line.reason}
      </p>
      {line.fault !== null && <p>{line.fault}</p>}
      <Group gap="xs">
        {line.fault === null && <Button onClick={confirm}>Confirm the change</Button>}
        {line.mayDrop && (
          <Button variant="default" onClick={drop}>
            Drop it
          </Button>
        )}
      </Group>
    </Alert>
  )
}
