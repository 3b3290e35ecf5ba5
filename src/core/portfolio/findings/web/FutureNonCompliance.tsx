import { Screen } from '#ui/frame/Screen.tsx'
import { Future } from './FutureTable.tsx'

/** The screen of matters that will become non-compliant within some days unless somebody acts. */
export default function FutureNonCompliance() {
  return (
    <Screen
      title="Future non-compliance"
      breadcrumbs={[{ label: 'Non-compliance', to: '/NonComplianceList' }]}
    >
      <Future />
    </Screen>
  )
}
