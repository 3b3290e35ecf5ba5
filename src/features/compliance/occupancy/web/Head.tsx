import { monthName } from '#kernel/model/dates.ts'
import type { Sheet } from '../model/calls.ts'
import { groupLabels, reasonGroups } from '../model/moveOuts.ts'
import css from './occupancy.module.css'

/** The two heading rows of the worksheet. */
export function Head({ sheet }: { sheet: Sheet }) {
  const month = monthName(sheet.month)
  const before = monthName(sheet.rows.find((row) => row.last)?.last?.periodDate ?? sheet.month).split(' ')[0]
  const last = sheet.rows.some((row) => row.last) ? before : 'Month before'
  return (
    <thead>
      <tr>
        <th rowSpan={2} scope="col" className={css.first}>
          Property
        </th>
        <th rowSpan={2} scope="col">
          Units
        </th>
        <th colSpan={2} scope="colgroup">
          {last}
        </th>
        <th colSpan={4} scope="colgroup" className={css.edge}>
          At the end of {month}
        </th>
        <th colSpan={2 + reasonGroups.length} scope="colgroup" className={css.edge}>
          Moves in {month}
        </th>
        <th colSpan={2} scope="colgroup" className={css.edge}>
          Demand
        </th>
        <th rowSpan={2} scope="col" className={css.state}>
          State
        </th>
      </tr>
      <SecondRow />
    </thead>
  )
}

const SecondRow = () => (
  <tr className={css.second}>
    {['Vacant', 'Occ.'].map((head) => (
      <th key={head} scope="col">
        {head}
      </th>
    ))}
    {['Vacant, ready', 'Not ready', 'Occupied', 'Occ.', 'In', 'Out'].map((head) => (
      <th key={head} scope="col" className={head === 'In' || head === 'Vacant, ready' ? css.edge : undefined}>
        {head}
      </th>
    ))}
    {reasonGroups.map((group) => (
      <th key={group} scope="col" title={groupLabels[group].label}>
        {groupLabels[group].short}
      </th>
    ))}
    <th scope="col" className={css.edge}>
      Special needs
    </th>
    <th scope="col">Waiting</th>
  </tr>
)
