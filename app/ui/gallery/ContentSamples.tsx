import { Card } from "../Card.tsx";
import { Tabs } from "../dialogs/Tabs.tsx";
import { StatusBadge, StatusIcon, type Tone } from "../feedback/Status.tsx";
import { Avatar } from "../shell/Avatar.tsx";
import { ActivityFeed } from "../text/ActivityFeed.tsx";
import { CopyField } from "../text/Copy.tsx";
import { DateTime, RelativeTime } from "../text/DateTime.tsx";
import { JsonTree } from "../text/JsonTree.tsx";
import { Timeline } from "../text/Timeline.tsx";
import { galleryPath } from "./search.ts";

const tones: { tone: Tone; label: string }[] = [
  { tone: "ok", label: "Completed" },
  { tone: "attention", label: "Manual Intervention Required" },
  { tone: "background", label: "Processing (Waiting)" },
  { tone: "dismissed", label: "Rejected" },
];

const sample = {
  groupId: "CLK-204113",
  attributes: { name: "Daytona", rrpPrice: "119.95", description: "A school shoe. ".repeat(40) },
  variants: [{ productSku: "CLK-204113-5", attributes: { inventoryLevel: 12 } }],
  tags: [],
  extra: {},
  parent: null,
  live: true,
};

/** Samples of everything but lists. */
export function ContentSamples({ tab, at }: { tab: string; at: number }) {
  return (
    <>
      <Card title="Statuses">
        <div className="badges">
          {tones.map(({ tone, label }) => (
            <StatusBadge key={tone} tone={tone}>
              {label}
            </StatusBadge>
          ))}
        </div>
        <div className="flex gap-3">
          {tones.map(({ tone, label }) => (
            <StatusIcon key={tone} tone={tone} label={label} />
          ))}
        </div>
      </Card>
      <Card title="Avatars">
        <div className="flex flex-wrap gap-2">
          {["avery", "riley", "morgan", "lee", "sam", "eden", "noor"].map((name) => (
            <Avatar key={name} initials={name.slice(0, 2).toUpperCase()} seed={`${name}@utopia.example`} />
          ))}
          <Avatar initials="NP" seed="photo" src="/no-such-photo" />
        </div>
      </Card>
      <Card title="Tabs and tree">
        <Tabs
          label="Product data"
          current={tab}
          tabs={[
            { key: "inventory", label: "Inventory", href: galleryPath({ tab: "inventory" }) },
            { key: "changes", label: "Changes", href: galleryPath({ tab: "changes" }) },
            { key: "raw", label: "Raw Data", href: galleryPath({ tab: "raw" }) },
          ]}
        />
        <JsonTree value={sample} label="product" />
      </Card>
      <Card title="Changes">
        <ActivityFeed
          entries={[
            { key: "1", title: "CLK-204113-5 · Price", body: "129.95 → 119.95", at: at - 5 * 60_000 },
            {
              key: "2",
              title: "CLK-204113 · title",
              body: "“Daytona” → “Daytona School Shoe”",
              at: at - 3 * 86_400_000,
            },
            { key: "3", title: "Label purchase failed", body: "No answer", at: at - 9e9, tone: "danger" },
            { key: "4", title: "Items received", at: at - 4e10, tone: "ok" },
          ]}
        />
      </Card>
      <Card title="Processing status">
        <Timeline
          label="Return"
          steps={[
            { key: "1", label: "Triage", state: "completed", note: "Ran twice" },
            {
              key: "2",
              label: "Create return shipment",
              state: "failed",
              note: "The carrier did not answer",
            },
            { key: "3", label: "Create AP21 return order", state: "running" },
            { key: "4", label: "Send shipment email", state: "upcoming" },
          ]}
        />
      </Card>
      <Card title="Values">
        <CopyField label="Code" value="CLK-204113" />
        <p>
          <DateTime at={at} /> · <RelativeTime at={at - 7_200_000} /> · <DateTime at={null} /> ·{" "}
          <DateTime at="not a time" />
        </p>
      </Card>
    </>
  );
}
