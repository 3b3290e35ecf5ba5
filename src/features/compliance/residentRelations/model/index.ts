export { MatterStatus, matterStatusLabels } from './entities.ts'
