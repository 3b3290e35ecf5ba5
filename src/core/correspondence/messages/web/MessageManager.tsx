import { Button, Group } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import {
  type BannerLine,
  cloneHeaderMessage,
  createHeaderMessage,
  deleteHeaderMessage,
  getAllCurrentAndFutureHeaderMessages,
} from '../model/calls.ts'
import { bannerStates } from '../model/rules.ts'
import { BannerDialog } from './BannerDialog.tsx'
import { buildBannerQuery, useBannerSend } from './logged.ts'

/** The screen on which the agency manages current, future and past banners. */
export default function MessageManager() {
  const mayWrite = useMay(createHeaderMessage)
  const [openBanner, setOpenBanner] = useState<BannerLine | 'new' | null>(null)
  return (
    <Screen
      title="Banners"
      actions={mayWrite && <Button onClick={() => setOpenBanner('new')}>New banner</Button>}
    >
      <AgencyOnly>
        <BannerList onOpen={setOpenBanner} />
        {openBanner && (
          <BannerDialog
            banner={openBanner === 'new' ? null : openBanner}
            onClose={() => setOpenBanner(null)}
          />
        )}
      </AgencyOnly>
    </Screen>
  )
}

const tones: Record<BannerLine['state'], ToneName> = { Current: 'green', Future: 'blue', Past: 'gray' }
const tabs = bannerStates.map((state) => ({
  label: state,
  match: (line: BannerLine) => line.state === state,
}))

const col = columns<BannerLine>()
const getPlainText = ({ message }: BannerLine): string =>
  new DOMParser()
    .parseFromString(message.replaceAll('<', ' <'), 'text/html')
    .body.textContent.replaceAll(/\s+/g, ' ')
    .trim()
const facts = [
  col.chip(
    'State',
    (line) => line.state,
    (line) => tones[line.state],
    { width: 100 },
  ),
  col.date('From', (line) => line.from, { width: 110 }),
  col.date('To', (line) => line.to, { width: 110 }),
  col.text('Written by', (line) => line.userName, { width: 170 }),
]

function BannerList({ onOpen }: { onOpen: (line: BannerLine) => void }) {
  const { data: rows } = useSuspenseQuery(
    buildBannerQuery(getAllCurrentAndFutureHeaderMessages, { query: { past: true } }),
  )
  const mayWrite = useMay(deleteHeaderMessage)
  const columns = useMemo(() => {
    const message = col.button('Message', getPlainText, onOpen, { width: 460 })
    const actions = col.node('Actions', (line) => <BannerActions line={line} />, { width: 190 })
    return mayWrite ? [message, ...facts, actions] : [message, ...facts]
  }, [onOpen, mayWrite])
  return (
    <DataTable
      caption="Banners"
      rows={rows}
      columns={columns}
      rowKey={(line) => line.messageId}
      tabs={[{ label: 'All', match: () => true }, ...tabs]}
      csvName="banners"
      empty="No banner has been written yet."
    />
  )
}

function BannerActions({ line }: { line: BannerLine }) {
  const confirm = useConfirm()
  const clone = useBannerSend(cloneHeaderMessage)
  const remove = useBannerSend(deleteHeaderMessage)
  const params = { messageId: line.messageId }
  const runWithNotice = async (work: Promise<unknown>, text: string) => {
    try {
      await work
      notify(text)
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'This could not be done.', { kind: 'warning' })
    }
  }
  const confirmRemoval = () =>
    confirm({
      title: 'Remove this banner?',
      text: getPlainText(line),
      confirmLabel: 'Remove',
      danger: true,
      action: async () => {
        await remove({ params })
        notify('The banner is removed.')
      },
    })
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Clone ${getPlainText(line)}`}
        onClick={() => void runWithNotice(clone({ params }), 'The banner is copied to the days after.')}
      >
        Clone
      </Button>
      <Button
        size="compact-xs"
        variant="outline"
        color="red"
        aria-label={`Remove ${getPlainText(line)}`}
        onClick={() => void confirmRemoval()}
      >
        Remove
      </Button>
    </Group>
  )
}
