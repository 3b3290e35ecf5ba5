import { Button } from '@mantine/core'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { cancelExport, deleteExport, type ExportLine } from '../model/calls.ts'
import { saveExport } from './download.ts'
import { isInProgress } from './words.ts'

/** The buttons of an export: download, cancel, remove from the list. With `brief` only the first two. */
export function ExportButtons({ line, brief = false }: { line: ExportLine; brief?: boolean }) {
  const cancel = useSend(cancelExport)
  const remove = useSend(deleteExport)
  const confirm = useConfirm()
  const { title, format, state, exportJobId } = line
  const params = { exportJobId }
  const stop = async () => {
    await cancel({ params })
    notify(`${title}: the ${format} file is no longer prepared.`)
  }
  const removeFromList = async () => {
    const query = {
      title: `Delete the ${format} file of ${title}?`,
      text: 'You can ask for it again.',
      confirmLabel: 'Delete',
    }
    if (state === 'Ready' && !(await confirm(query)).confirmed) return
    await remove({ params })
  }
  const button = (label: string, run: () => Promise<void>) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${label} ${title}, ${format}`}
      onClick={() => void run().catch(() => undefined)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {state === 'Ready' && button('Download', () => saveExport(line))}
      {isInProgress(line) && button('Cancel', stop)}
      {!brief && !isInProgress(line) && button(state === 'Ready' ? 'Delete' : 'Remove', removeFromList)}
    </>
  )
}
