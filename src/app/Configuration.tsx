import { type ReactNode, Suspense, useState } from 'react'
import { documentTypes } from '#ground/files/model/index.ts'
import { Holidays } from '#ground/holidays/web/index.ts'
import { Signers } from '#ground/letters/web/index.ts'
import { Counties, type KeptList, Lists } from '#ground/lookups/web/index.ts'
import { Settings } from '#ground/settings/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { categories } from '#modules/replacementReserve/model/index.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'

/** Lists that other modules keep; more are added here. */
const moreLists: readonly KeptList[] = [
  {
    label: 'Document types',
    controller: documentTypes as Controller,
    fields: { name: { width: 360 }, active: { width: 90 } },
    blank: { name: '', active: true },
  },
  {
    label: 'Replacement reserve categories',
    controller: categories as Controller,
    fields: {
      name: { width: 240 },
      eligible: { width: 90 },
      usefulLifeYears: { width: 130 },
      warning: { width: 420 },
    },
    blank: { name: '', eligible: true, usefulLifeYears: null, warning: null },
  },
]

const views: Readonly<Record<string, () => ReactNode>> = {
  Settings: () => <Settings />,
  Lists: () => <Lists more={moreLists} />,
  Holidays: () => <Holidays />,
  Counties: () => <Counties />,
  'Signature blocks': () => <Signers />,
}

/** What the agency sets for itself: amounts, deadlines, lists, holidays, counties, and the blocks under its letters. */
export default function Configuration() {
  const [view, setView] = useState('Settings')
  const tabs = Object.keys(views).map((label) => ({ label }))
  return (
    <Screen title="Configuration">
      <AgencyOnly>
        <Tabs label="Configuration" value={view} onChange={setView} tabs={tabs}>
          <Suspense fallback={<ScreenSkeleton />}>{views[view]?.()}</Suspense>
        </Tabs>
      </AgencyOnly>
    </Screen>
  )
}
