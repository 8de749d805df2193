import { type AnalyticsEntity, widgets } from '@plinth/points'
import { features } from './contract.ts'
import { ofCountedFiles } from './records.ts'

/** Files; `fileSize` is in bytes. */
export const fileAnalytics: AnalyticsEntity = {
  id: 'attachments:files',
  features: [features.view],
  table: 'attachments',
  visible: ofCountedFiles,
  fields: {
    id: { column: 'id', type: 'uuid' },
    entityId: { column: 'entity_id', type: 'text' },
    partitionCode: { column: 'partition_code', type: 'text' },
    mimeType: { column: 'mime_type', type: 'text' },
    fileSize: { column: 'file_size', type: 'number' },
    createdAt: { column: 'created_at', type: 'time' },
  },
}

/** The dashboard widgets about files. */
export const ownWidgets = widgets.of(
  {
    id: 'attachments.dashboard.storageByPartition',
    title: 'Storage by partition',
    description: 'Bytes of all files in each partition.',
    icon: 'hard-drive',
    data: fileAnalytics,
    size: 'sm',
    settings: { groupBy: 'partitionCode', variant: 'donut' },
    canRefresh: true,
  },
  {
    id: 'attachments.dashboard.storageByType',
    title: 'Storage by type',
    description: 'Bytes of all files of each type.',
    icon: 'files',
    data: fileAnalytics,
    size: 'sm',
    settings: { groupBy: 'mimeType', variant: 'donut' },
    canRefresh: true,
  },
  {
    id: 'attachments.dashboard.uploadsPerDay',
    title: 'Uploads a day',
    icon: 'upload',
    data: fileAnalytics,
    size: 'md',
    settings: { dateRange: 'last_30_days', granularity: 'day' },
    canRefresh: true,
  },
)
