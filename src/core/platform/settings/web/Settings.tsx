import { useMemo, useState } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { changeSetting, getSettings, type SettingLine } from '../model/calls.ts'
import { formatSetting } from '../model/settingText.ts'
import { SettingDialog } from './SettingDialog.tsx'

const col = columns<SettingLine>()
const describeApproval = ({ control, proposal }: SettingLine) =>
  proposal ? 'Waits for a second administrator' : control ? 'Two administrators' : 'One administrator'
const groupColumn = col.text('Group', (line) => line.group, { width: 160 })
const commonColumns = [
  col.text('Value', (line) => formatSetting(line, line.value), { width: 150 }),
  col.date('In force from', (line) => line.effectiveFrom, { width: 115 }),
  col.date('Changes on', (line) => line.upcoming[0]?.effectiveFrom, { width: 110 }),
  col.text('Changed by', (line) => describeApproval(line), { width: 150, wrap: true }),
  col.text('Default', (line) => formatSetting(line, line.default), { lesser: true }),
  col.text('Source', (line) => line.source, { wrap: true }),
]

/**
 * The list of all settings with their current values. The name opens a setting with its history, and for
 * administrators the form that changes it.
 */
export default function Settings() {
  const rows = useCall(getSettings, {})
  const canChange = useMay(changeSetting)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const columns = useMemo(
    () => [
      groupColumn,
      col.button(
        'Setting',
        (line) => line.label,
        (line) => setSelectedKey(line.key),
        { width: 250, wrap: true },
      ),
      ...commonColumns,
    ],
    [],
  )
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
  const line = rows.find((row) => row.key === selectedKey)
  return (
    <>
      <DataTable
        caption="Settings"
        rows={rows}
        columns={columns}
        rowKey={(item) => item.key}
        filters={filters}
        csvName="settings"
        initialSort={{ sortBy: 'Group' }}
      />
      {line && <SettingDialog line={line} canChange={canChange} onClose={() => setSelectedKey(null)} />}
    </>
  )
}
