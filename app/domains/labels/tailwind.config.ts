import { areaConfig } from "../../../tailwind.config.ts";

export default areaConfig("app/domains/labels/bridge", "app/domains/labels/views");
