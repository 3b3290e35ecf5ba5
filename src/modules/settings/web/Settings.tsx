import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useSession } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/DataTable.tsx'
import { getSettings, type SettingLine } from '../model/calls.ts'
import { SettingDialog } from './SettingDialog.tsx'
import { settingText } from './settingText.ts'

const col = columns<SettingLine>()
const shared = [
  col.text('Group', (line) => line.group, { width: 180 }),
  col.text('Setting', (line) => line.label, { width: 280 }),
  col.text('Value', (line) => settingText(line, line.value), { width: 170 }),
  col.text('Unit', (line) => line.unit, { width: 90 }),
  col.date('In force from', (line) => line.effectiveFrom, { width: 115 }),
  col.date('Changes on', (line) => line.upcoming[0]?.effectiveFrom, { width: 115 }),
  col.text('Default', (line) => settingText(line, line.default), { width: 170, hidden: true }),
  col.text('Source', (line) => line.source, { width: 300 }),
]

/** Every setting with what holds today; a button opens one with its history, for administrators also to change it. */
export function Settings() {
  const rows = useCall(getSettings, {})
  const { isAdmin } = useSession()
  const [opened, setOpened] = useState<string | null>(null)
  const shown = useMemo(() => {
    const word = isAdmin ? 'Change' : 'Open'
    const open = col.node(
      word,
      (line) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${word}: ${line.label}`}
          onClick={() => setOpened(line.key)}
        >
          {word}
        </Button>
      ),
      { width: 95 },
    )
    return [...shared, open]
  }, [isAdmin])
  const filters = useMemo(
    () => [
      {
        label: 'Group',
        values: [...new Set(rows.map((line) => line.group))].sort(),
        match: (line: SettingLine, group: string) => line.group === group,
      },
    ],
    [rows],
  )
  const line = rows.find((one) => one.key === opened)
  return (
    <>
      <DataTable
        caption="Settings"
        rows={rows}
        columns={shown}
        rowKey={(one) => one.key}
        filters={filters}
        csvName="settings"
        initialSort={{ sortBy: 'Group' }}
      />
      {line && <SettingDialog line={line} canChange={isAdmin} onClose={() => setOpened(null)} />}
    </>
  )
}
