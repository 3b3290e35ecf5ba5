import { PropertyScreen } from '#engines/review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { locatorFacts } from '../model/facts.ts'
import { listings } from '../model/listings.ts'
import { pages } from './pages.tsx'

/** The screen with all versions of one property's listing. */
export default function PropertyListing() {
  const { propertyId } = useNumericParams('propertyId')
  return (
    <PropertyScreen
      review={listings}
      propertyId={propertyId}
      moduleId={locatorFacts.moduleId}
      title="Listing in the housing locator"
      columns={pages.columns}
      noun="version"
      begins="New version"
      sortBy="Version"
    />
  )
}
