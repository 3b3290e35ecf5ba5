import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { IconDownload, IconInbox } from '../frame/icons.ts'
import { type FileKind, type LongList, useExports } from './exportStore.ts'
import { Panel } from './Panel.tsx'
import styles from './toolbar.module.css'

type Props = {
  exportCsv: () => unknown
  exportExcel: () => unknown
  /** Set for lists that may have very many rows, whose files are prepared in the background. */
  long?: LongList | undefined
}

/**
 * The buttons that save all matching rows of a list: immediately, or in the background for long lists or on
 * request.
 */
export function FileButtons({ exportCsv, exportExcel, long }: Props) {
  const store = useExports()
  const save = (kind: FileKind, atOnce: Props['exportCsv']) => () => {
    const work = async () => atOnce()
    void (store && long ? store.save(kind, long, work) : work()).catch(() => undefined)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        title="Export CSV"
        leftSection={<IconDownload size={16} aria-hidden />}
        className={styles.brief}
        onClick={save('CSV', exportCsv)}
      >
        Export CSV
      </Button>
      <Button size="xs" variant="default" title="Export to Excel" onClick={save('Excel', exportExcel)}>
        Excel
      </Button>
      {store && long && <Background long={long} />}
    </>
  )
}

/** Prepares a file of any size in the background, while the user continues to work. */
function Background({ long }: { long: LongList }) {
  const store = useExports()
  if (!store) return null
  const { UnderWay, all } = store
  const begin = (kind: FileKind) => (
    <Button size="xs" variant="default" onClick={() => void store.begin(kind, long).catch(() => undefined)}>
      {kind}
    </Button>
  )
  return (
    <>
      <Panel
        label="Prepare in the background"
        title="In the background"
        icon={<IconInbox size={16} aria-hidden />}
        brief
      >
        <span className={styles.count}>You go on working; a message says when the file is ready.</span>
        <div className={styles.pair}>
          {begin('CSV')}
          {begin('Excel')}
        </div>
        <Link to={all.to}>{all.label}</Link>
      </Panel>
      <UnderWay callPath={long.callPath} />
    </>
  )
}
