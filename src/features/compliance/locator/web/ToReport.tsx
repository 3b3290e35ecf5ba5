import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

/** A link to the list of published listings. */
export const PublishedListingsLink = () => (
  <Anchor component={Link} to="/approvedReport">
    Listings that are shown
  </Anchor>
)
