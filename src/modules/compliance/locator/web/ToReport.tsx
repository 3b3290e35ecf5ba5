import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

/** The way to the listings that are shown. */
export const ToReport = () => (
  <Anchor component={Link} to="/approvedReport">
    Listings that are shown
  </Anchor>
)
